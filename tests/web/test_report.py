"""The page of a report in a browser."""

import json

import pytest

# Text in charts that is cut off or too small to read.
UNREADABLE = """
[...document.querySelectorAll('figure svg')]
  .filter((svg) => svg.checkVisibility() && svg.viewBox.baseVal.width > 350)
  .flatMap((svg) => [...svg.querySelectorAll('text')].filter((text) => {
    if (text.getClientRects().length === 0) return false;
    const frame = svg.getBoundingClientRect(), box = text.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1
      || parseFloat(getComputedStyle(text).fontSize) * scale < 10;
  }).map((text) => text.textContent))
"""
COLOUR = "getComputedStyle(document.querySelector('.panels .ink-0')).stroke"
GAP = "main > section [data-panel=gap]"
FIRST = f"document.querySelector('{GAP}')"
TOLD = f"{FIRST}.querySelector('.readout').innerText"
SHOWN = "e.getClientRects().length > 0"


@pytest.mark.parametrize("width", [1400, 390])
def test_fits_window_with_readable_text(visit, width):
    page = visit("report.html", width=width)
    assert page.value("document.documentElement.scrollWidth") == width
    # Node numbers are as large as the map allows.
    assert set(page.value(UNREADABLE)) <= {"1", "2"}
    assert page.count(".panels figure > svg") >= 3 * page.count("main > section")
    if width < 400:
        assert page.every(".table", "e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("width", [1400, 390])
def test_comparison_tables_do_not_scroll(visit, width):
    page = visit("comparison.html", width=width)
    assert page.every(".table", "e.scrollWidth <= e.clientWidth")


def test_formulas_have_superscript_exponents(visit):
    page = visit("report.html")
    # No higher above the line than a letter.
    assert page.every(
        "msup",
        "e.lastElementChild.getBoundingClientRect().bottom"
        " > e.firstElementChild.getBoundingClientRect().top",
    )


def test_starts_with_result_and_visible_legend(visit):
    page = visit("report.html")
    tops = [
        page.value(f"document.querySelector('{part}').getBoundingClientRect().top")
        for part in (".answer", ".race", "nav", ".panels", ".claims")
    ]
    assert tops == sorted(tops)
    # The legend is still visible half-way down the charts of a section.
    page.value("document.querySelector('.panels').scrollIntoView({ block: 'center' })")
    box = "document.querySelector('.legend').getBoundingClientRect()"
    assert page.value(f"{box}.top >= 0 && {box}.bottom <= innerHeight")
    assert page.every("math", SHOWN)


@pytest.mark.parametrize("scripts", [True, False])
def test_follows_dark_theme_with_and_without_scripts(visit, scripts):
    light = visit("report.html", scripts=scripts).value(COLOUR)
    page = visit("report.html", dark=True, scripts=scripts)
    assert page.value(COLOUR) != light
    ground = page.value("getComputedStyle(document.documentElement).backgroundColor")
    assert all(int(part) < 60 for part in ground[4:-1].split(","))
    assert page.count("figure .ground") == 0
    assert page.every(".words", "getComputedStyle(e).fill !== 'rgb(0, 0, 0)'")
    assert page.count("#theme", SHOWN) == int(scripts)


def test_button_switches_theme(visit):
    page = visit("report.html")
    before = json.dumps(page.value(COLOUR))
    page.click("#theme")
    page.eventually(f"{COLOUR} !== {before}")
    page.click("#theme")
    page.eventually(f"{COLOUR} === {before}")


@pytest.mark.parametrize("scripts", [True, False])
def test_hides_curve_in_all_panels_of_its_section_only(visit, scripts):
    page = visit("report.html", scripts=scripts)
    curves = ".panels .curve-1"
    before, first = page.count(curves, SHOWN), page.count(f"section:first-of-type {curves}", SHOWN)
    assert 0 < first < before
    page.click(".legend input[value='1']")
    assert page.count(curves, SHOWN) == before - first
    page.click(".legend input[value='1']")
    assert page.count(curves, SHOWN) == before


def test_shows_values_of_curves_at_pointer_and_by_keys(visit):
    page = visit("report.html")
    page.point_at(f"{GAP} > svg", 0.6)
    page.eventually(f"{TOLD}.startsWith('iteration')")
    iteration = page.value(f"Number({TOLD}.match(/\\d+/)[0])")
    # The sample has 3000 iterations on a logarithmic axis from 62 to 388 of 400.
    assert iteration == pytest.approx(3000 ** ((240 - 62) / 326), rel=0.03)
    # Its adaptive rule has a gap of 20 (k + 1)^-1.6 times 1.5 and more at iteration k.
    row = (
        f"[...{FIRST}.querySelectorAll('.readout div')].find((e) => e.innerText.match('adaptive'))"
    )
    gap = page.value(f"Number({row}.lastChild.textContent)")
    assert 1.5 < gap / (20 * (iteration + 1) ** -1.6) < 4
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    page.eventually(f"{FIRST}.querySelector('.readout').hidden")
    page.value(f"{FIRST}.querySelector('svg').focus()")
    page.press("ArrowRight")
    page.eventually(f"{TOLD}.startsWith('iteration 1')")
    page.press("Escape")
    page.eventually(f"{FIRST}.querySelector('.readout').hidden")


def test_switches_to_linear_axis_and_back(visit):
    page = visit("report.html")
    path = f"{FIRST}.querySelector('path[class^=ink]').getAttribute('d')"
    before = json.dumps(page.value(path))
    thousand = "e.getClientRects().length > 0 && e.textContent === '1000'"
    assert page.count(f"{GAP} text", thousand) == 0
    page.click(".axis-choice input")
    assert page.value(f"{path} !== {before}")
    assert page.count(f"{GAP} text", thousand) == 1
    # Iteration 1000 of 3000 is a third of the way from 62 to 388.
    page.point_at(f"{GAP} > svg", (62 + 326 / 3) / 400)
    page.eventually(f"Math.abs({TOLD}.match(/\\d+/)[0] - 1000) < 12")
    page.click(".axis-choice input")
    assert page.value(f"{path} === {before}")


def test_prints_in_light_colours_without_controls_and_empty_pages(visit):
    page = visit("report.html", dark=True, media="print")
    assert page.every("button, input", "e.getClientRects().length === 0")
    colour = page.value("getComputedStyle(document.body).color")
    assert all(int(part) < 100 for part in colour[4:-1].split(","))
    # Three sections, an overview and a table of claims fill no more pages than they need.
    assert 2 <= page.paper().count(b"/Type /Page\n") <= 5


def test_prints_single_section_from_first_page(visit):
    assert visit("comparison.html", media="print").paper().count(b"/Type /Page\n") <= 2


def test_has_labels_for_screen_readers(visit):
    page = visit("report.html")
    assert page.every("figure svg[role=img]", "e.querySelector('title').textContent")
    assert page.every("table", "e.caption.textContent")
    assert page.every("input", "e.labels.length === 1 && e.labels[0].textContent.trim()")
    assert page.count("h1") == 1


def test_copies_commands(visit):
    page = visit("report.html")
    page.value("navigator.clipboard.writeText = (text) => { window.copied = text; }")
    page.click(".command .copy")
    page.eventually("window.copied === document.querySelector('.command code').textContent")
