"""One person's visit, and its door to Streamlit."""
