"""Pages of `make site`, if it was run: none is wider than a phone, and the search works."""

import os
from pathlib import Path

import pytest

from browser import Page

SITE = Path(os.environ.get("ACGD_SITE", "build/site")).resolve()
pytestmark = pytest.mark.skipif(not SITE.exists(), reason="make site was not run")
PAGES = (
    "index choosing tutorial examples theory corrections training comparison performance "
    "reliability scale tool sets objectives directions overview changelog "
    "python/sets python/runs cpp/solve/options"
).split()
# Elements that reach beyond the right edge, outside of scrolling containers.
TOO_WIDE = """(() => {
  const scrolls = (e) => ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX);
  const width = document.documentElement.clientWidth, found = [];
  for (const e of document.querySelectorAll('article *')) {
    let outer = e.getBoundingClientRect().right > width + 1 ? e.parentElement : null;
    while (outer && outer !== document.body && !scrolls(outer)) outer = outer.parentElement;
    if (outer === document.body) found.push(e.textContent.slice(0, 60));
  }
  return found;
})()"""


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_phone(browser, name):
    page = Page(browser, (SITE / f"{name}.html").as_uri(), width=390)
    assert page.value("document.documentElement.scrollWidth") <= 390
    assert page.value(TOO_WIDE) == []
    # Lines of text are no wider than their container either.
    assert page.count("article p", "e.scrollWidth > e.clientWidth + 1") == 0
    assert page.count("article img", "!e.naturalWidth") == 0
    page.close()


def test_search_finds_pages(browser):
    page = Page(browser, (SITE / "search.html").as_uri() + "?q=elastic+net")
    page.eventually("document.querySelectorAll('#search-results li').length > 3")
    assert "Mix sets and functions" in page.value("document.body.textContent")
    assert page.noise() == []
    page.close()
