import { useContext } from 'preact/hooks'
import { namesAfter } from '../../../../lib/text/written-signs.ts'
import type { ContextUsage } from '../../../../protocol/context.ts'
import type { CostState } from '../../../../protocol/usage.ts'
import { shortCount } from '../../state/short-count.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

/** What was spent, and what fills the context. */
export const DetailsPanel = () => {
  const session = useContext(SessionContext)
  const cost = useStore(session.state, state => state.cost)
  const context = useStore(session.state, state => state.context)
  useWhen([session], () => void session.readFigures().catch(() => undefined))
  return (
    <>
      {cost && <Cost cost={cost} />}
      {context && <Context context={context} />}
    </>
  )
}

const Cost = ({ cost }: { readonly cost: CostState }) => {
  const words = useWords()
  return (
    <section>
      <h3>{words.cost}</h3>
      <p class="figure">
        {cost.unpricedModels.length > 0 && `${words.estimate} `}${cost.totalCostUSD.toFixed(4)}
      </p>
      {cost.unpricedModels.length > 0 && (
        <p class="dim">{words.unpriced(namesAfter(words.cost, cost.unpricedModels))}</p>
      )}
      <table class="figures">
        <tbody>
          {Object.entries(cost.modelUsage).map(([model, use]) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>
                {shortCount(use.inputTokens + use.cacheReadInputTokens + use.cacheCreationInputTokens)} ↑
              </td>
              <td>{shortCount(use.outputTokens)} ↓</td>
              <td>{use.costUSD === undefined ? '?' : `$${use.costUSD.toFixed(4)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Context = ({ context }: { readonly context: ContextUsage }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const share = Math.min(100, Math.round((context.tokens / context.window) * 100))
  const kinds = new Map<string, number>()
  for (const { kind, tokens } of context.items) kinds.set(kind, (kinds.get(kind) ?? 0) + tokens)
  const compact = (): void => {
    ui.closePanel()
    session.send({ type: 'command', line: '/compact' }).catch((error: unknown) => ui.tell(String(error)))
  }
  return (
    <section>
      <h3>{words.context}</h3>
      <p class="figure">
        {shortCount(context.tokens)} / {words.tokens(context.window)}
      </p>
      <meter value={share} min={0} max={100} aria-label={words.contextUse(share)} />
      <table class="figures">
        <tbody>
          {[...kinds].map(([kind, tokens]) => (
            <tr key={kind}>
              <th scope="row">{words.kinds[kind] ?? kind}</th>
              <td>{words.tokens(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={compact}>
        {words.compactNow}
      </button>
    </section>
  )
}
