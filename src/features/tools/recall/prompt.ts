export const RECALL_PROMPT =
  'Looks up what was said, called and answered earlier in this session, also what a compaction took out of your sight. `query`: words that should occur together; "quoted words" are looked for as they stand (no patterns). `message_id` shows one message, or with a query only the places in it. Use it before asking the person again or repeating work you may have done.'
