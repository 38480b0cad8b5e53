"""A class that follows its teacher on phones, and votes.

Read `voting.room` first, then `phones` (a phone's page, and how it gets a step), `door` (their own port) and
`teacher_panel` (the wall). Lesson plans are part of a visit: `bpe_ui.visit.lesson_plan`.
"""
