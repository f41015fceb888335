const SHELL = /^<bash-input>([\s\S]*?)<\/bash-input>/

const MAX_TITLE = 200
const MAX_READ = 10 * MAX_TITLE

/** The beginning of what the person said, on one line; a command they ran, as they typed it. */
export const promptTitle = (text: string): string => {
  const command = SHELL.exec(text)?.[1]
  const said = command === undefined ? text : `!${command.replaceAll('&lt;', '<')}`
  // A prompt may be a book, and only its beginning is read.
  return said.trimStart().slice(0, MAX_READ).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE)
}
