import { escapeText } from '../../lib/escape-text.ts'

/** Fillers and selectors that show nothing and can carry a message of their own. */
const INVISIBLE = new RegExp(
  [
    '\\u034f',
    '[\\u115f\\u1160\\u3164\\uffa0\\ufff0-\\ufffb]',
    '[\\u17b4\\u17b5]',
    '[\\u180b-\\u180f]',
    // The last two choose between the text and the picture form of a sign.
    '[\\ufe00-\\ufe0d]',
    '[\\u{e0080}-\\u{e0fff}]',
  ].join('|'),
  'gu',
)

/** Text from the web without anything a reader would not see. */
export const cleanWebText = (text: string): string =>
  escapeText(text).replace(INVISIBLE, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** Wraps what somebody else wrote, so that it cannot pass for a word of ours or of the person. */
export const markAsData = (origin: string, text: string): string =>
  [
    `<web-content origin="${origin.replaceAll('"', '%22')}">`,
    text.replace(/<(?=\/?web-content)/gi, '&lt;'),
    '</web-content>',
  ].join('\n')
