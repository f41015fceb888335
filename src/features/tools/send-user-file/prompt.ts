export const SEND_USER_FILE_PROMPT =
  'Hands files to the person: a report, a picture, a build they asked for. They are shown where the files are and can open them. For what is theirs to have, not for every file you changed.'
