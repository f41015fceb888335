import { useContext, useState } from 'preact/hooks'
import type { EvalRunInfo, EvalRunView } from '../../../../protocol/serve/evals.ts'
import { useWords } from '../../text/words.ts'
import { AppContext } from '../app-context.ts'
import { useWhen } from '../use-when.ts'

/** In the place of a session's id: none has this one. */
export const EVALS = '~evals'

const EVERY = 2_000

/** Runs of evaluations, and the tables of one of them, which change while it runs. */
export const EvalsView = () => {
  const words = useWords()
  const app = useContext(AppContext)
  const [runs, setRuns] = useState<readonly EvalRunInfo[] | undefined>(undefined)
  const [run, setRun] = useState<EvalRunView | undefined>(undefined)
  const id = useEvalId()
  const shown = id === '' ? runs?.[0]?.id : id
  const { language } = words
  useWhen([app, shown, language], () => {
    let isOver = false
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const told = await app.api.get<{ readonly runs: readonly EvalRunInfo[] }>('/evals', { language })
      if (isOver) return
      setRuns(told.runs)
      if (shown === undefined) return
      const view = await app.api.get<EvalRunView>(`/evals/${encodeURIComponent(shown)}`, { language })
      if (!isOver) setRun(view)
    }
    // Away for a moment, or gone: what is shown stays.
    const look = (): void => void read().catch(() => undefined)
    look()
    const timer = setInterval(look, EVERY)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  })
  return (
    <main class="evals">
      <div class="evals-head">
        <a class="back" href="#/">
          {words.allSessions}
        </a>
        <h2>{words.evals}</h2>
      </div>
      {runs?.length === 0 && <p class="dim">{words.noEvals}</p>}
      <ul class="evals-runs">
        {runs?.map(one => (
          <li key={one.id}>
            <a
              href={`#/evals/${encodeURIComponent(one.id)}`}
              aria-current={one.id === shown ? 'page' : undefined}
            >
              {one.id}
            </a>{' '}
            <progress max={one.total} value={one.done} aria-label={one.id} />{' '}
            {one.isRunning && <b>{words.evalRunning}</b>} <span class="dim">{one.progress}</span>
          </li>
        ))}
      </ul>
      {run && run.id === shown && <RunTables run={run} />}
    </main>
  )
}

const RunTables = ({ run }: { readonly run: EvalRunView }) => {
  const words = useWords()
  return (
    <section aria-label={run.id}>
      <Table rows={run.variants} />
      <Table rows={run.tasks} />
      <List title={words.evalCurrent} items={run.isRunning ? run.current : []} />
      <List title={words.evalFailures} items={run.failures.map(cells => cells.join(' · '))} />
      <List title={words.evalComparisons} items={run.comparisons} />
    </section>
  )
}

export const Table = ({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly string[])[] }) => (
  <div class="evals-table">
    <table>
      <thead>
        <tr>
          {head.map(cell => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const List = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) => {
  if (items.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map(item => (
          <li key={item} dir="auto">
            {item}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The run in the address; empty: the newest one. */
const useEvalId = (): string => {
  const read = (): string => decodeURIComponent(/^#\/evals\/([^/]+)/.exec(location.hash)?.[1] ?? '')
  const [id, setId] = useState(read)
  useWhen([], () => {
    const change = (): void => setId(read())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  })
  return id
}
