export const PUSH_NOTIFICATION_PROMPT =
  'Calls the person back when they may be away: long work has ended, or nothing can go on without them. One short line. Use it rarely; the end of your turn is announced by itself.'
