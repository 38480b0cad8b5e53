"""The Train page: step through a training, one merge at a time. And the server that all pages have.

Run it with `make run`, or with `streamlit run app.py`: Streamlit imports this file once, for `app`, and then
runs it as the first page of every visit.
"""

if __name__ == "__main__":
    from bpe_ui.pages.shell.shell import show_page

    show_page("train")
else:
    from starlette.middleware import Middleware
    from streamlit.starlette import App

    from bpe_ui.classroom.voting import door, phones
    from bpe_ui.frame import failures
    from bpe_ui.machine.server import host_check

    app = App(
        __file__,
        lifespan=door.while_serving,
        routes=phones.student_pages.routes_in_app(),
        middleware=[Middleware(host_check.HostCheck, pages_without_streamlit="/vote")],
        on_script_error=failures.show,
    )
