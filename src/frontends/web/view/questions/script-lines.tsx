import { useMemo } from 'preact/hooks'
import { revealBlanks } from '../../../../lib/reveal-blanks.ts'
import type { ScriptAsking } from '../../../../protocol/tools/script-call.ts'
import { useHighlight } from '../../markdown/code.tsx'
import { linesOf, type Segment } from '../../markdown/paint-lines.ts'
import { useWords } from '../../text/words.ts'
import { drawSegment } from '../rows/diff.tsx'

/** Around the line that makes the call. */
const AROUND = 2

/** Which call of a script it is, and where in the script it stands. */
export const ScriptLines = ({ script }: { readonly script: ScriptAsking }) => {
  const words = useWords()
  const highlight = useHighlight()
  const painted = useMemo((): readonly (readonly Segment[])[] => {
    const code = revealBlanks(script.code, words.blanks)
    return linesOf(highlight?.(code, 'javascript') ?? code)
  }, [script.code, highlight, words])
  const line = script.line ?? 1
  const from = Math.max(0, line - 1 - AROUND)
  return (
    <>
      <p class="dim">{words.scriptAsks(script.call, script.before)}</p>
      <div class="diff-box">
        <pre class="diff" dir="ltr">
          {painted.slice(from, line + AROUND).map((segments, at) => {
            const number = from + at + 1
            return (
              <span key={number} class={number === script.line ? 'here' : undefined}>
                <span class="number">{number}</span>
                <span class="line">
                  {segments.map(drawSegment)}
                  {'\n'}
                </span>
              </span>
            )
          })}
        </pre>
      </div>
    </>
  )
}
