"""The Train page: step through a training, one merge at a time. And the server that all pages have.

Run it with `make run`, or with `streamlit run app.py`: Streamlit imports this file once, for `app`, and then
runs it as the first page of every visit.
"""

if __name__ == "__main__":
    from bpe_ui import jobs
    from bpe_ui.shell import shell
    from bpe_ui.train import component

    with shell.page(shell.TRAIN):
        component.draw()
        progress = jobs.progress_if_needed()
        if progress is not None:
            jobs.work_on(progress)
else:
    from starlette.middleware import Middleware
    from streamlit.starlette import App

    from bpe_ui.server import doorkeeper, failures, tidying

    app = App(
        __file__,
        lifespan=tidying.while_serving,
        middleware=[Middleware(doorkeeper.Doorkeeper)],
        on_script_error=failures.show,
    )
