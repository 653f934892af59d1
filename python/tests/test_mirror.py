"""`acgd data fetch` from an HTTP mirror."""

import functools
import http.server
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture
def mirror(tmp_path):
    """A folder, and the address of its files."""
    folder = tmp_path / "mirror"
    folder.mkdir()
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def fetch(tool, url, folder):
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    command = [tool, "data", "fetch", "a1a", "--to", "here", "--mirror", url]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_files_are_fetched(tool, tmp_path, mirror):
    folder, url = mirror
    if not (DATA / "a1a").exists():
        pytest.skip("a1a is not there; ACGD_DATA says where it is")
    shutil.copyfile(DATA / "a1a", folder / "a1a")
    ran = fetch(tool, url, tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "here" / "a1a").read_bytes() == (DATA / "a1a").read_bytes()


def test_synthetic_file_is_not_taken_for_real_one(tool, tmp_path, mirror):
    folder, url = mirror
    subprocess.run([tool, "data", "make", "a1a", "--to", folder], check=True, capture_output=True)
    (folder / "a1a-synthetic").rename(folder / "a1a")
    ran = fetch(tool, url, tmp_path)
    assert ran.returncode == 2
    assert f"{url}/a1a has changed: sha256" in ran.stderr
    assert not (tmp_path / "here").exists()


def test_missing_file_is_reported(tool, tmp_path, mirror):
    _, url = mirror
    ran = fetch(tool, url, tmp_path)
    assert ran.returncode == 2
    assert f"a1a: cannot be fetched from {url}/a1a" in ran.stderr
    assert not (tmp_path / "here").exists()
