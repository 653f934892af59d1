import os
import pathlib

import pytest

from browser import Browser, Page


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def visit(browser):
    """Opens a page of the folder ACGD_PAGES; console errors and network requests fail the test."""
    pages = []

    def open_page(name, **options):
        file = pathlib.Path(os.environ["ACGD_PAGES"]) / name
        pages.append(Page(browser, file.resolve().as_uri(), **options))
        return pages[-1]

    yield open_page
    for page in pages:
        assert page.noise() == []
        page.close()
