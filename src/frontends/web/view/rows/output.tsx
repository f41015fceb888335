import { escapeText } from '../../../../lib/escape-text.ts'

/** Output of a program: text in one piece, which scrolls by itself. */
export const Output = ({ text }: { readonly text: string }) =>
  text.trim() === '' ? null : (
    <pre class="output" dir="ltr">
      {escapeText(text)}
    </pre>
  )
