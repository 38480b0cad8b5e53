"""A chart as a file: SVG and PNG by vl-convert, without a browser, and its data as CSV."""

from collections.abc import Callable

import pandas as pd
import vl_convert

from bpe_ui.charts.look import PAPER, AnyChart, Look

SIZE = {"width": 640, "height": 360}
"""Of a saved chart, in pixels, where the chart itself does not say it."""
SHARPNESS = 2.0
"""So many pixels of a PNG for each of the chart."""

Draw = Callable[[Look], AnyChart]


def svg(draw: Draw) -> bytes:
    """The chart as SVG."""
    return vl_convert.vegalite_to_svg(_spec(draw)).encode()


def png(draw: Draw) -> bytes:
    """The chart as PNG."""
    return vl_convert.vegalite_to_png(_spec(draw), scale=SHARPNESS)


def csv(frame: pd.DataFrame) -> bytes:
    """The chart's data as CSV in UTF-8, with a mark that spreadsheets know it by."""
    return frame.to_csv(index=False).encode("utf-8-sig")


def _spec(draw: Draw) -> dict[str, object]:
    return {**SIZE, **draw(PAPER).to_dict(), "background": "white"}
