import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { escapeText } from '../../../../lib/escape-text.ts'
import { revealBlanks, revealSpans } from '../../../../lib/reveal-blanks.ts'
import { tryFirstText } from '../../../../protocol/messages/engine/try-first.ts'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { shortReason } from '../../../../protocol/messages/permissions/allow-list.ts'
import type { PermissionRequest, TriedFirst } from '../../../../protocol/permission.ts'
import { answerTo, type Choice, choicesFor, isDangerous, titleOf } from '../../state/choices.ts'
import { type Hunk, parseHunks } from '../../state/hunk.ts'
import { type HunkDraft, WHOLE, withParts } from '../../state/hunk-draft.ts'
import { useWords } from '../../text/words.ts'
import { Diff } from '../rows/diff.tsx'
import { Output } from '../rows/output.tsx'
import type { CardProps } from './card-props.ts'
import { ChoiceButton } from './choice-button.tsx'
import { HunkParts } from './hunk-parts.tsx'
import { ScriptLines } from './script-lines.tsx'
import { type Answer, WordsForm } from './words-form.tsx'

/** What would happen, what is dangerous about it, why it is asked, and what each answer means. */
export const PermissionCard = ({ request, answer }: CardProps) => {
  const words = useWords()
  const [step, setStep] = useState<'choosing' | 'instead' | 'note' | 'answered'>('choosing')
  const [draft, setDraft] = useState(WHOLE)
  const { diff } = request.details ?? {}
  const hunks = useMemo(() => parseHunks(diff?.text ?? ''), [diff])
  const made = hunks.length - draft.dropped.size
  const options = choicesFor(request, words).filter(
    ({ value }) => made > 0 || hunks.length === 0 || !isYes(value),
  )
  // Only a call of the model has somebody who reads a note.
  const canTell = options.some(({ value }) => value.kind === 'instead')
  // What is dangerous is not the answer that stands out.
  const first = isDangerous(request) ? 'no' : 'yes'
  const reply = (choice: Choice, comment = ''): void => {
    if (choice.kind === 'instead' && step !== 'instead') return void setStep('instead')
    setStep('answered')
    void answer(withParts(answerTo(choice, comment), draft, hunks.length)).then(() => setStep('choosing'))
  }
  return (
    <fieldset
      class="card ask"
      aria-labelledby="question-title"
      onKeyDown={event => {
        if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey)
          return
        const option = options.find(({ hotkey }) => hotkey === event.key)
        if (!option || step !== 'choosing') return
        event.preventDefault()
        reply(option.value)
      }}
    >
      <h2 id="question-title" tabIndex={-1}>
        {titleOf(request, words)}
      </h2>
      <Dangers request={request} />
      <Tried tried={request.details?.tried} />
      <Subject request={request} hunks={hunks} draft={draft} change={setDraft} />
      {draft.dropped.size > 0 && <p class="warn">{words.partsMade(made, hunks.length)}</p>}
      <Reasons request={request} />
      {step === 'instead' ? (
        <WordsForm
          label={words.insteadPlaceholder}
          send={(text: Answer) => reply({ kind: 'instead' }, text)}
          back={() => setStep('choosing')}
        />
      ) : step === 'note' ? (
        <WordsForm
          label={words.notePlaceholder}
          send={(text: Answer) => reply({ kind: 'yes' }, text)}
          back={() => setStep('choosing')}
        />
      ) : (
        <div class="choices">
          {options.map(option => (
            <ChoiceButton
              key={option.hotkey}
              option={option}
              first={option.value.kind === first}
              disabled={step === 'answered'}
              choose={() => reply(option.value)}
            />
          ))}
          {canTell && (
            <button
              type="button"
              class="quiet note"
              disabled={step === 'answered'}
              onClick={() => setStep('note')}
            >
              {words.yesWithNote}
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}

const isYes = ({ kind }: Choice): boolean => kind === 'yes' || kind === 'always'

const Dangers = ({ request }: { readonly request: PermissionRequest }) => {
  const words = useWords()
  const dangers = request.details?.dangers ?? []
  if (dangers.length === 0) return null
  return (
    <ul class="dangers">
      {dangers.map(danger => (
        <li key={danger}>
          <span aria-hidden="true">⚠ </span>
          {words.dangers[danger]}
        </li>
      ))}
    </ul>
  )
}

/** What it did in a copy: nothing of it counts yet. */
const Tried = ({ tried }: { readonly tried: TriedFirst | undefined }) => {
  const words = useWords()
  if (!tried) return null
  const shown = (text: LocalizedText): string => escapeText(revealBlanks(words.localize(text), words.blanks))
  return (
    <>
      {tried.said.map((text, at) => (
        <p key={text.id} class={at === 0 && tried.canKeep ? undefined : 'warn'}>
          {shown(text)}
        </p>
      ))}
      {tried.listed.length > 0 && <Output text={tried.listed.map(shown).join('\n')} />}
      {tried.output !== '' && (
        <>
          <p class="dim">{words.localize(tryFirstText('printed'))}</p>
          <Output text={revealBlanks(tried.output, words.blanks)} />
        </>
      )}
    </>
  )
}

/** The change, the command, or whatever the tool was given; nothing in it can hide. */
const Subject = ({
  request: { id, details, input },
  ...parts
}: {
  readonly request: PermissionRequest
  readonly hunks: readonly Hunk[]
  readonly draft: HunkDraft
  change(draft: HunkDraft): void
}) => {
  const words = useWords()
  const { diff, subject } = details ?? {}
  if (diff)
    return (
      <>
        {subject && subject.text !== diff.path && <Marked subject={subject} />}
        <div class="path" dir="ltr">
          {escapeText(revealBlanks(diff.path, words.blanks))}
        </div>
        {diff.divisible ? (
          <HunkParts id={id} path={diff.path} {...parts} />
        ) : (
          <Diff id={`question:${id}`} hunks={parts.hunks} path={diff.path} />
        )}
        {diff.cut && <p class="warn">{words.cutDiff}</p>}
      </>
    )
  if (subject && subject.text !== '') return <Marked subject={subject} />
  const text = JSON.stringify(input, null, 2) ?? ''
  return text === '{}' ? null : <Output text={revealBlanks(text, words.blanks)} />
}

type SubjectText = NonNullable<NonNullable<PermissionRequest['details']>['subject']>

const Marked = ({ subject }: { readonly subject: SubjectText }) => {
  const words = useWords()
  const { text, spans } = revealSpans({ text: subject.text, spans: subject.risky }, words.blanks)
  const pieces: Piece[] = []
  let done = 0
  for (const { from, to, localized } of [...spans].sort((a, b) => a.from - b.from)) {
    if (to <= done) continue
    pieces.push(
      { text: text.slice(done, Math.max(done, from)) },
      { text: text.slice(Math.max(done, from), to), why: words.localize(localized) },
    )
    done = to
  }
  pieces.push({ text: text.slice(done) })
  return (
    <pre class="output subject" dir="ltr">
      {pieces.map(drawPiece)}
    </pre>
  )
}

interface Piece {
  readonly text: string
  /** What made it ask. */
  readonly why?: string
}

const drawPiece = ({ text, why }: Piece): ComponentChildren =>
  why === undefined ? escapeText(text) : <mark title={why}>{escapeText(text)}</mark>

/** What it is for, with the name of whoever says so. */
const Said = ({ details }: { readonly details: PermissionRequest['details'] }) => {
  const words = useWords()
  const shown = (text: string): string => escapeText(revealBlanks(text, words.blanks))
  if (details?.asker === 'goal') return <p class="dim">{words.goalCheck}</p>
  if (details?.asker === 'rule') return <p class="dim">{words.ruleCheck}</p>
  if (details?.description === undefined) return null
  const model = details.asker === 'workflow' ? words.workflowSays : words.modelSays
  return (
    <p class="dim">
      {details.saidBy === undefined ? model : words.serverSays(shown(details.saidBy))}
      {shown(details.description)}
    </p>
  )
}

const Reasons = ({ request: { details, decision, script } }: { readonly request: PermissionRequest }) => {
  const words = useWords()
  const shown = (text: string): string => escapeText(revealBlanks(text, words.blanks))
  return (
    <div class="reasons">
      {script && <ScriptLines script={script} />}
      <Said details={details} />
      {details?.background && <p class="warn">{words.inBackground}</p>}
      <p>
        <b>{words.whyAsked}</b>
        {shown(words.localize(shortReason(details?.localized ?? decision.because.localized)))}
      </p>
      {decision.noRule !== undefined && decision.offer.length === 0 && (
        <p class="dim">{shown(words.noRule(words.localize(decision.noRule)))}</p>
      )}
    </div>
  )
}
