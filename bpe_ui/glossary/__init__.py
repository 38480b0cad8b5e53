"""The Glossary page: every word of the app with its meaning."""
