"""The Train page: step through a training, one merge at a time. And the server that all pages have.

Run it with `make run`, or with `streamlit run app.py`: Streamlit imports this file once, for `app`, and then
runs it as the first page of every visit.
"""

if __name__ == "__main__":
    from bpe_ui.long_work import visit_task
    from bpe_ui.session import session
    from bpe_ui.shell import shell
    from bpe_ui.train import component
    from bpe_ui.voting import teacher_panel

    with shell.page("train"):
        component.draw(session())
        teacher_panel.draw()
        bar = visit_task.bar_if_needed()
        visit_task.work_on(bar)
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
