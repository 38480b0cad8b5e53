"""A page that trains on as many random words as its address says, kept; for `test_tidying.py`."""

if __name__ == "__main__":
    import streamlit as st

    from bpe_core import BPEConfig, BPEStepper, Corpus
    from tests.server.random_words import random_words

    words = int(st.query_params.get("words", 1))
    if "stepper" not in st.session_state:
        st.session_state["stepper"] = BPEStepper(Corpus.from_text(random_words(words)), BPEConfig())
else:
    from streamlit.starlette import App

    from bpe_ui.machine.server import tidying

    tidying.AWAY_SECONDS, tidying.LOOK_SECONDS = 2.0, 0.5
    app = App(__file__, lifespan=tidying.while_serving)
