#!/usr/bin/env python3
"""Looks at every page of `paychain serve` in headless Chromium: phone and desk, light and dark, zh and en.

usage: browser.py PAYCHAIN [--shots FOLDER]

Makes a store from sample-logs, serves it and asks of each page: no message on the console, no request that leaves the server, nothing
wider than the window, every control labelled, headings in order, contrast as WCAG 2.2 AA has it, works without script, keys work, and a
changed store shows by itself. The same of the files of `report` and `order --html`, and that nothing of them is cut or torn on A4. By Tab alone
everything is reached in the page's order, is seen to have the focus, and lets go again. Needs chromium and chromedriver; standard library only. Exit code 1 when anything is wrong.
"""
import base64, json, os, re, shutil, signal, subprocess, sys, tempfile, time, urllib.request

CHECKS = r"""
const out = [];
const root = document.documentElement;
if (root.scrollWidth > window.innerWidth + 1) {
  const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > window.innerWidth + 1
    && !e.closest('.scroll') && !e.closest('.skip'));
  out.push('wider than the window: ' + root.scrollWidth + ' > ' + window.innerWidth + ' ' + wide.slice(0, 3).map(e => e.tagName + '.' + e.className));
}
for (const e of document.querySelectorAll('.scroll')) if (e.scrollWidth > e.clientWidth + 1 && window.innerWidth < 500)
  out.push('a table scrolls sideways on a phone: ' + (e.querySelector('caption') || e).textContent.slice(0, 40));
if (!document.title) out.push('no title');
if (!root.lang) out.push('no language');
if (document.querySelectorAll('main').length !== 1) out.push('not one main');
if (document.querySelectorAll('h1').length !== 1) out.push('not one h1');
let last = 0;
for (const h of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
  const level = +h.tagName[1];
  if (level > last + 1) out.push('heading ' + level + ' after ' + last + ': ' + h.textContent);
  if (!h.textContent.trim()) out.push('empty heading');
  last = level;
}
const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
if (new Set(ids).size !== ids.length) out.push('an id twice: ' + ids.filter((e, i) => ids.indexOf(e) !== i));
for (const e of document.querySelectorAll('input:not([type=hidden]),select,textarea'))
  if (!e.labels.length && !e.getAttribute('aria-label')) out.push('no label: ' + e.outerHTML.slice(0, 80));
for (const e of document.querySelectorAll('a[href],button'))
  if (!(e.textContent.trim() || e.getAttribute('aria-label'))) out.push('no name: ' + e.outerHTML.slice(0, 80));
for (const e of document.querySelectorAll('img')) if (!e.hasAttribute('alt')) out.push('img without alt');
for (const e of document.querySelectorAll('svg')) if (e.getAttribute('aria-hidden') !== 'true' && e.getAttribute('role') !== 'img')
  out.push('svg without a role');
for (const t of document.querySelectorAll('table')) {
  if (!t.caption) out.push('table without caption');
  for (const h of t.querySelectorAll('th')) if (!h.scope) out.push('th without scope');
}
for (const e of document.querySelectorAll('[style]')) out.push('inline style: ' + e.tagName);
for (const e of document.querySelectorAll('a[href^="#"]')) if (e.getAttribute('href') !== '#' && !document.getElementById(e.getAttribute('href').slice(1)))
  out.push('leads nowhere: ' + e.getAttribute('href'));
const rgb = c => (c.match(/[\d.]+/g) || []).map(Number);
const light = c => { const f = c.slice(0, 3).map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
  return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
const ground = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] === 1) return c; }
  return matchMedia('(prefers-color-scheme:dark)').matches ? [0, 0, 0] : [255, 255, 255]; };
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
for (let n; n = walk.nextNode();) {
  const e = n.parentElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
  if (!n.textContent.trim() || style.visibility === 'hidden' || !box.width || box.right < 0 || e.closest('script,style')) continue;
  const [a, b] = [light(rgb(e.closest('svg') ? style.fill : style.color)), light(ground(e))];
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && +style.fontWeight >= 700;
  const key = e.tagName + '.' + e.className;
  if (ratio < (large ? 3 : 4.5) && !seen.has(key)) { seen.add(key); out.push('contrast ' + ratio.toFixed(2) + ' of ' + key + ': ' + n.textContent.slice(0, 30)); }
}
return out;
"""


class Browser:
    """A session of chromedriver, by its plain HTTP protocol."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                break
        self.base = f"http://127.0.0.1:{found.group(1)}"
        self.profile = tempfile.mkdtemp()
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={self.profile}",
                     "--disable-component-update", "--no-first-run"]
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = f"/session/{answer['sessionId']}"

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def cdp(self, command, **values):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": values})

    def go(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def run(self, script, *values):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(values)})

    def keys(self, text):
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def log(self, kind):
        return self.call("POST", self.session + "/se/log", {"type": kind})

    def shot(self, path):
        height = self.run("return Math.min(document.documentElement.scrollHeight, 6000)")
        width = self.run("return window.innerWidth")
        data = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.call("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    shots = sys.argv[sys.argv.index("--shots") + 1] if "--shots" in sys.argv else None
    if not shutil.which("chromedriver") or not (shutil.which("chromium") or shutil.which("google-chrome")):
        sys.exit("browser.py: chromium and chromedriver are not installed")
    logs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sample-logs")
    folder = tempfile.mkdtemp()
    store = os.path.join(folder, "pay.db")
    subprocess.run([program, "analyze", logs, "--db", store, "--quiet"], stdout=subprocess.DEVNULL, check=True)
    server = subprocess.Popen([program, "serve", "--db", store, "--listen", "127.0.0.1:0", "--lang", "en"], stderr=subprocess.PIPE, text=True)
    base = re.search(r"on (http://[^;]+);", server.stderr.readline()).group(1)
    browser = Browser()
    faults = []
    try:
        with urllib.request.urlopen(base + "/api/v1/orders?limit=1000") as answer:
            orders = json.load(answer)["orders"]
        worst = max(orders, key=lambda one: (len(one["breaks"]), len(one["steps"])))["order"]
        stuck = next((one["order"] for one in orders if one["primary_break"] == "notify_rejected"), worst)
        pages = {
            "start": "/", "orders": "/orders", "filtered": "/orders?break=notify_rejected&outcome=paid", "order": f"/orders/{worst}",
            "stuck": f"/orders/{stuck}", "repair": "/repair", "funnel": "/funnel", "breaks": "/breaks", "findings": "/findings",
            "sources": "/sources", "explain": "/explain", "explained": "/explain/notify_rejected", "alerts": "/alerts",
            "none": "/orders?flow=unknown&since=2020-01-01&until=2020-01-02", "missing": "/orders/no-such-order", "bad": "/orders?break=x"}
        # Files that are handed on hold to the same rules, and to paper.
        files = {}
        for language in ("en", "zh"):
            week = os.path.join(folder, f"report-{language}.html")
            subprocess.run([program, "report", "--db", store, "--lang", language, "--quiet", "-o", week], stdout=subprocess.DEVNULL, check=True)
            case = os.path.join(folder, f"order-{language}.html")
            subprocess.run([program, "order", worst, "--db", store, "--lang", language, "--quiet", "--html", "-o", case], check=True)
            files["report file", language], files["order file", language] = "file://" + week, "file://" + case
        browser.cdp("Network.enable")
        expected = {"missing", "bad", "alerts"}
        for width in (1280, 390):
            browser.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
            for scheme in ("light", "dark"):
                browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                for language in ("en", "zh"):
                    addresses = {name: base + path + ("&" if "?" in path else "?") + "lang=" + language for name, path in pages.items()}
                    addresses.update({name: url for (name, of), url in files.items() if of == language})
                    for name, address in addresses.items():
                        browser.go(address)
                        where = f"{name} {width} {scheme} {language}"
                        faults += [f"{where}: {fault}" for fault in browser.run(CHECKS)]
                        for entry in browser.log("browser"):
                            if name not in expected or "status of 40" not in entry["message"]:
                                faults.append(f"{where}: console: {entry['message']}")
                        for entry in browser.log("performance"):
                            message = json.loads(entry["message"])["message"]
                            if message["method"] == "Network.requestWillBeSent":
                                url = message["params"]["request"]["url"]
                                if not url.startswith((base + "/", "data:", "chrome:", "about:")) and url.split("#")[0] != address:
                                    faults.append(f"{where}: asks {url}")
                        if shots:
                            os.makedirs(shots, exist_ok=True)
                            browser.shot(os.path.join(shots, f"{name}-{width}-{scheme}-{language}.png"))
        browser.cdp("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        everything = {name: base + path for name, path in pages.items()}
        everything.update({f"{name} {language}": url for (name, language), url in files.items()})
        faults += keys(browser, base) + tabs(browser, everything) + paper(browser, files, shots) + live(browser, base, program, logs, store) + without_script(browser, base)
    finally:
        browser.close()
        server.send_signal(signal.SIGTERM)
        code = server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    if code:
        faults.append(f"the server ended with {code}")
    for fault in faults:
        print(fault)
    print(f"{len(pages)} pages and 2 files, 8 ways each, with keys alone and on paper: {len(faults)} faults")
    sys.exit(1 if faults else 0)


def keys(browser, base):
    """`/` leads to the search, Escape out of it, j and k through the rows, Tab first to the skip link."""
    faults = []
    browser.go(base + "/orders")
    browser.keys("\ue004")
    if browser.run("return document.activeElement.className") != "skip":
        faults.append("keys: the first Tab does not reach the skip link")
    browser.keys("/")
    if browser.run("return document.activeElement.id") != "q":
        faults.append("keys: / does not reach the search")
    browser.keys("\ue00c")
    browser.keys("jjk")
    row = browser.run("return [...document.querySelectorAll('tbody tr')].indexOf(document.activeElement.closest('tr'))")
    if row != 0:
        faults.append(f"keys: j j k stands on row {row}")
    browser.keys("\ue007")
    time.sleep(0.5)
    if "/orders/" not in browser.run("return location.pathname"):
        faults.append("keys: Enter does not open the row")
    return faults


TABBABLE = """
return [...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]')]
  .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true})).length;
"""
FOCUSED = """
const e = document.activeElement;
if (!e || e === document.body || e === document.documentElement) return null;
if (!e.dataset.place) e.dataset.place = document.querySelectorAll('[data-place]').length + 1;
const style = getComputedStyle(e), box = e.getBoundingClientRect();
const all = [...document.querySelectorAll('*')];
return {place: +e.dataset.place, order: all.indexOf(e), what: e.tagName + ' ' + (e.textContent || e.id || e.className).trim().slice(0, 30),
  shown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth};
"""


def tabs(browser, pages):
    """By Tab alone: everything is reached, once, in the order of the page, is seen to be, and lets go again; the skip link skips."""
    faults = []
    for name, url in pages.items():
        browser.go(url)
        count = browser.run(TABBABLE)
        reached, last = 0, -1
        for _ in range(min(count, 400) + 2):
            browser.keys("\ue004")
            at = browser.run(FOCUSED)
            if at is None or at["place"] <= reached:
                break
            reached += 1
            if not at["shown"]:
                faults.append(f"tab {name}: the focus on {at['what']} cannot be seen")
            if not at["inside"]:
                faults.append(f"tab {name}: {at['what']} has the focus and is off the screen")
            if at["order"] < last:
                faults.append(f"tab {name}: {at['what']} comes after what stands below it")
            last = at["order"]
        else:
            faults.append(f"tab {name}: the focus does not leave the page")
        if reached < min(count, 400):
            faults.append(f"tab {name}: {reached} of {count} controls are reached")
        browser.go(url)
        browser.keys("\ue004\ue007")
        browser.keys("\ue004")
        if not browser.run("const m = document.getElementById('main'); return !m.querySelector('a[href],button,input,select,summary,[tabindex]') "
                           "|| m.contains(document.activeElement)"):
            faults.append(f"tab {name}: the skip link does not lead into the main part")
    return faults


def paper(browser, files, shots):
    """A4: nothing is cut off at the right, and no page is empty."""
    faults = []
    for (name, language), url in files.items():
        browser.go(url)
        # The width of A4 less its margins, in CSS pixels.
        browser.cdp("Emulation.setEmulatedMedia", media="print")
        browser.cdp("Emulation.setDeviceMetricsOverride", width=688, height=1000, deviceScaleFactor=1, mobile=False)
        wide = browser.run("return [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && "
                           "getComputedStyle(e).position !== 'absolute').slice(0, 3).map(e => e.tagName + ' ' + e.textContent.slice(0, 40))")
        faults += [f"paper {name} {language}: {one} is too wide" for one in wide]
        torn = browser.run("""return [...document.querySelectorAll('.card .value')].filter(e => e.getClientRects().length &&
            e.getBoundingClientRect().height > 2.2 * parseFloat(getComputedStyle(e).fontSize)).map(e => e.textContent)""")
        faults += [f"paper {name} {language}: {one} is torn" for one in torn]
        browser.cdp("Emulation.setEmulatedMedia", media="")
        browser.cdp("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        data = browser.cdp("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        if shots:
            with open(os.path.join(shots, f"{name.replace(' ', '-')}-{language}.pdf"), "wb") as file:
                file.write(base64.b64decode(data))
    return faults


def live(browser, base, program, logs, store):
    """A page that nobody is using shows a changed store by itself."""
    browser.go(base + "/orders")
    before = browser.run("return document.querySelector('caption').textContent")
    some = os.path.join(logs, "provider")
    os.remove(store)
    subprocess.run([program, "analyze", some, "--db", store, "--quiet"], stdout=subprocess.DEVNULL, check=True)
    for _ in range(60):
        if browser.run("return (document.querySelector('caption') || {}).textContent") != before:
            return []
        time.sleep(0.25)
    return ["live: a changed store does not show"]


def without_script(browser, base):
    """Search and filter work without script."""
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    browser.go(base + "/orders?outcome=paid")
    html = browser.call("GET", browser.session + "/source")
    browser.cdp("Emulation.setScriptExecutionDisabled", value=False)
    return [] if "<tbody>" in html and "/orders/" in html else ["without script: no orders"]


main()
