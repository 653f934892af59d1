"""Debian's chromium, driven over its debugging pipe with nothing but Python's own library."""

import base64
import itertools
import json
import os
import select
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds; a busy machine may be slow


class Browser:
    """One process; pages are opened one after the other."""

    def __init__(self):
        program = os.environ.get("ACGD_CHROMIUM", "/usr/bin/chromium")
        self._profile = tempfile.TemporaryDirectory()
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()

        def move_pipes():  # to the numbers where the browser looks for them, by way of others
            first, second = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                f"--user-data-dir={self._profile.name}",
                "about:blank",
            ],
            preexec_fn=move_pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._rest = b""
        self._numbers = itertools.count(1)
        self.events = []

    def close(self):
        self.call("Browser.close")
        self._process.wait(PATIENCE)
        self._profile.cleanup()

    def _read(self):
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], PATIENCE)[0]:
                raise TimeoutError("the browser does not answer")
            self._rest += os.read(self._in, 1 << 20)
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") != number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]


class Page:
    """A page at a width, in a theme, with or without scripts."""

    def __init__(self, browser, address, width=1280, dark=False, scripts=True, media="screen"):
        self._browser = browser
        browser.events.clear()
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        self.call(
            "Emulation.setEmulatedMedia",
            media=media,
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=address)
        self.eventually("document.readyState === 'complete' && location.href !== 'about:blank'")

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def close(self):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def value(self, expression):
        """The value of a JavaScript expression."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def count(self, selector, condition="true"):
        """Number of elements e of a selector that meet a condition."""
        return self.value(
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            f".filter((e) => {condition}).length"
        )

    def every(self, selector, condition):
        """Whether there are elements e of a selector and all of them meet a condition."""
        return 0 < self.count(selector) == self.count(selector, condition)

    def eventually(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.02)

    def point_at(self, selector, across=0.5):
        """Moves the pointer to the middle of an element, or to another part of its width."""
        x, y = self.value(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{ block: 'center' }}); const b = e.getBoundingClientRect();
            return [b.left + {across} * b.width, b.top + b.height / 2]; }})()""")
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, selector):
        x, y = self.point_at(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def noise(self):
        """Console errors and network requests of the page."""
        self.value("0")
        noise = []
        for event in self._browser.events:
            method, told = event.get("method"), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
                noise.append(json.dumps(told))
            if method == "Network.requestWillBeSent" and not told["request"]["url"].startswith(
                ("file:", "data:")
            ):
                noise.append(told["request"]["url"])
        return noise

    def paper(self):
        """The page as a PDF."""
        return base64.b64decode(
            self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        )

    def picture(self, file, most=8000):
        """The page as a PNG, up to a maximum height."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": 0,
            "width": size["width"],
            "height": min(size["height"], most),
            "scale": 1,
        }
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))
