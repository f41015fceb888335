export const SCHEDULE_WAKEUP_PROMPT = `For a loop that you pace yourself (/loop without an interval): says when its next round is, from 60 to 3600 seconds from now. Call it once at the end of a round; a turn without it ends the loop, stop: true ends it at once.
- delaySeconds: how soon something can have changed. Below 300 the prompt cache stays warm; waiting for nothing in particular, 1200 or more.
- prompt: what the round is about, as it was said to you.
- reason: why this long, in a few words; the user reads it.
End your turn after the call; do not also Sleep.`
