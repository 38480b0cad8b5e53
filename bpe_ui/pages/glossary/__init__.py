"""The Glossary page: every term of the app with its meaning."""
