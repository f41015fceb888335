export const CRON_CREATE_PROMPT = `Has a prompt said to you later: at times of a 5-field cron expression (minute hour day-of-month month day-of-week, local time). It comes when the session is idle, and only while it is open.
- recurring: true (the default) repeats for at most 7 days; false fires once, then it is gone. For "at 3pm" write the one time: "0 15 17 11 *".
- durable: true keeps it in a file of the project, for whichever session of it is open then; it needs a yes of the user. Only when the user wants it to outlive this session.
- Where the user gave no exact time, choose an odd minute instead of :00 or :30. Times are put off a little, a tenth of the period at most.
To wait for a background task use TaskOutput or Monitor instead.`
