"""What a page must be like, whatever it shows: for every eye, every width and every finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 390, 768, 1280, 2560)
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = """async () => {
  await document.fonts.ready
  const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity)
  await Promise.all(passing.map((one) => one.finished.catch(() => null)))
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong, once the page is there (its module is loaded on demand) and nothing moves any more:
    axe measures colours, and what fades in has others."""
    page.locator("main h1").first.wait_for(state="attached")
    page.evaluate(AT_REST)
    page.evaluate(DRAWN)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, { runOnly: { type: 'tag', values: tags } })", RULES
    )
    return [f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for one in found["violations"]
            for node in one["nodes"]]  # fmt: skip


def sideways(page: Page) -> list[str]:
    """What makes the page wider than the window."""
    found: list[str] = page.evaluate("""() => {
      const wide = document.documentElement.clientWidth
      if (document.documentElement.scrollWidth <= wide) return []
      return [...document.querySelectorAll('body *')].filter((node) => node.getBoundingClientRect().right > wide + 1)
        .slice(0, 5).map((node) => node.outerHTML.slice(0, 120))
    }""")
    return found


def small(page: Page) -> list[str]:
    """What is to be touched and is too small for a finger: under 44 by 44 CSS pixels. Links and terms are text."""
    found: list[str] = page.evaluate("""() =>
      [...document.querySelectorAll('button, select, input, textarea, summary, a.button, [role=button], [role=radio]')]
        .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('svg, .hidden-words, .term'))
        .map((node) => (node.matches('[type=checkbox], [type=radio], [type=file]') ? (node.closest('label') ?? node) : node))
        .filter((node) => { const box = node.getBoundingClientRect(); return box.width > 0 && (box.width < 43.5 || box.height < 43.5) })
        .map((node) => `${Math.round(node.getBoundingClientRect().width)}×${Math.round(node.getBoundingClientRect().height)} ${node.outerHTML.slice(0, 140)}`)
    """)  # noqa: E501
    return found


def covered(page: Page) -> list[str]:
    """Name plates, and cards that somebody holds, over which what is another's lies."""
    found: list[str] = page.evaluate("""() =>
      [...document.querySelectorAll('.plate, .neighbour .card')].filter((node) => {
        const [box, own] = [node.getBoundingClientRect(), node.closest('.neighbour') ?? node]
        return [box.left + 6, box.right - 6].some((x) => {
          const other = document.elementFromPoint(x, box.top + box.height / 2)?.closest('.plate, .neighbour, .mine')
          return other && !own.contains(other) && !other.contains(node)
        })
      }).map((node) => node.outerHTML.slice(0, 140))
    """)
    return found


def fits(page: Page) -> None:
    """At every width, upright and lying, nothing is too wide for the window, too small to touch, or over a name."""
    before = page.viewport_size
    for width, height in [*((width, 844 if width < 800 else 900) for width in WIDTHS), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for wrong in (sideways, small, covered):
            assert (width, wrong(page)) == (width, []), wrong.__name__
    if before:
        page.set_viewport_size(before)
