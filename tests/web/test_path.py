"""The page of a path in a browser."""

import pytest

from test_report import SHOWN, UNREADABLE


@pytest.mark.parametrize("width, shown", [(1400, ".wide"), (390, ".narrow")])
def test_fits_window_with_charts_for_its_width(visit, width, shown):
    page = visit("path.html", width=width)
    assert page.value("document.documentElement.scrollWidth") == width
    assert page.value(UNREADABLE) == []
    assert page.count(f"figure {shown} > svg", SHOWN) == 4
    assert page.count("figure div > svg", SHOWN) == 4


def test_lines_have_other_colours_in_dark_theme(visit):
    colour = "getComputedStyle(document.querySelector('.wide .ink-0')).stroke"
    assert visit("path.html").value(colour) != visit("path.html", dark=True).value(colour)


def test_highlights_radius_everywhere_and_coefficient_among_bars(visit):
    page = visit("path.html")
    page.point_at("tbody tr[data-fit='2']")
    assert page.count(".column.here[data-fit='2']") == 6
    page.point_at(".wide .bar[data-name='age'] text")
    assert page.count(".wide .line.here[data-name='age']") == 1
    assert page.count(".column.here") == 0


def test_shows_everything_without_scripts(visit):
    page = visit("path.html", scripts=False)
    assert page.every(".answer", SHOWN)
    assert page.every("tbody tr[data-fit]", SHOWN)
