"""The charts: each is a pure function from a frame of the core's numbers to an `alt.Chart`.

Read `training` first: `frame_of_training` puts what the core counts into a pandas frame, and `over_merges`
draws one of its columns. `look` has the colours, which are the page's own, the sizes of type, and bars with
their figures; `saving` makes SVG, PNG and CSV. `bpe_ui/frame/widgets/charts.py` puts a chart on a page.
No Streamlit here.
"""
