"""What the browser is told: `stage` says where one stands, `message` all of Train's stage.

`pairs`, `history` and `words` make what the files with these names in `stage/component/stage/`
draw; `texts` holds every text once.
"""
