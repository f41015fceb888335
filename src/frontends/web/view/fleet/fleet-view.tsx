import { useContext, useState } from 'preact/hooks'
import type { FleetPage, FleetQuestion } from '../../../../protocol/serve/fleet.ts'
import { money } from '../../state/money.ts'
import { useWords } from '../../text/words.ts'
import { AppContext } from '../app-context.ts'
import { Table } from '../evals/evals-view.tsx'
import { useWhen } from '../use-when.ts'

/** In the place of a session's id, also in notifications. */
export const FLEET = '~fleet'

const EVERY = 2_000

/** Machines of the fleet, what they work on now, and what jobs ask. */
export const FleetView = () => {
  const words = useWords()
  const app = useContext(AppContext)
  const [page, setPage] = useState<FleetPage | undefined>(undefined)
  const [looks, setLooks] = useState(0)
  useWhen([app, looks], () => {
    let isOver = false
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      // Away for a moment, or gone: what is shown stays.
      app.api.get<FleetPage>('/fleet').then(
        told => {
          if (!isOver) setPage(told)
        },
        () => undefined,
      )
    }
    look()
    const timer = setInterval(look, EVERY)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  })
  const answer = async ({ job, id }: FleetQuestion, said: 'allow' | 'deny'): Promise<void> => {
    await app.api.send('POST', '/fleet/answers', { job, id, answer: said })
    setLooks(looks + 1)
  }
  return (
    <main class="evals">
      <div class="evals-head">
        <a class="back" href="#/">
          {words.allSessions}
        </a>
        <h2>{words.fleet.title}</h2>
      </div>
      {page && <Fleet page={page} answer={answer} />}
    </main>
  )
}

interface FleetProps {
  readonly page: FleetPage
  answer(question: FleetQuestion, said: 'allow' | 'deny'): Promise<void>
}

const Fleet = ({ page, answer }: FleetProps) => {
  const words = useWords()
  const { fleet } = words
  const counts = Object.entries(page.counts).map(([state, count]) => `${fleet.state(state)} ${count}`)
  return (
    <>
      <ul class="evals-runs">
        {page.questions.map(question => (
          <li key={`${question.job} ${question.id}`}>
            <p dir="auto">
              <b>{question.tool}</b>: <code>{question.title}</code>{' '}
              <span class="dim">
                {question.job} · {question.why}
              </span>
            </p>
            <button type="button" class="primary" onClick={() => void answer(question, 'allow')}>
              {fleet.allow}
            </button>{' '}
            <button type="button" onClick={() => void answer(question, 'deny')}>
              {fleet.deny}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">
        {counts.join(' · ')} · {fleet.spent(money(page.spentUsd))}
      </p>
      {page.workers.length === 0 && <p class="dim">{fleet.nobody}</p>}
      <Table
        rows={[
          fleet.workerHead,
          ...page.workers.map(({ name, slots, version, platform, labels }) => [
            ...[name, String(slots), version, platform, labels.join(', ')],
          ]),
        ]}
      />
      <Table
        rows={[
          fleet.jobHead,
          ...page.jobs.map(({ id, title, state, worker, usd, note }) => [
            ...[id, title, fleet.state(state), worker, usd === undefined ? '' : money(usd), note],
          ]),
        ]}
      />
    </>
  )
}
