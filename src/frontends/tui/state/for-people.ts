/** What the program tells the model beside a result; it is none of the person's business. */
const REMINDER = /\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/g
const FRAMES = /<\/?(?:tool_use_error|local-command-stdout|local-command-stderr)>/g

/** A text that was made for the model, without what only the model is told. */
export const forPeople = (text: string): string =>
  text.includes('<') ? text.replace(REMINDER, '\n').replace(FRAMES, '').trim() : text

/** What the person said with a no, out of the sentence the model is told; undefined: the reason is another. */
export const saidWithNo = (text: string): string | undefined => {
  const found = NO.exec(text)
  return found ? (found[1] ?? found[2] ?? '').trim() : undefined
}

/** As the dialogs put it to the model, in either language. */
const NO =
  /^(?:The person (?:said no|wants to keep planning|did not want to answer)[.,]?(?: and(?: says)?: ([\s\S]*))?|用户(?:拒绝了|希望继续规划|不想回答)[。，]?(?:并说：([\s\S]*))?)/
