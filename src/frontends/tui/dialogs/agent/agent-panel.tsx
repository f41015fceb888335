import { Box, Text } from 'ink'
import { type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react'
import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { agentRowOf } from '../../state/agent-tree.ts'
import type { AgentRow, Toast } from '../../state/ui-state.ts'
import { agentRowLine } from '../../transcript/agent-row.ts'
import { callTitle } from '../../transcript/render-tool.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi, useUiState } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { Lines } from '../../widgets/lines.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { sendOp } from '../send-op.ts'
import { statusKeys } from '../transcript/status-keys.ts'
import { useTranscriptModel } from '../transcript/use-transcript-model.ts'
import { useAnswer } from '../use-answer.ts'
import { agentKey } from './agent-keys.ts'

const REFRESH_MS = 1_000
/** Who it is, two rules, the line to talk to it and the keys. */
const AROUND = 5

/** One agent's own transcript on a screen of its own, with a line to talk to it. */
export const AgentPanel = ({ params, close }: PanelProps<{ readonly id: string }>): ReactNode => {
  const ui = useUi()
  const { id } = params
  const agent = useAgent(ui, id)
  const name = escapeLine(agent?.name ?? id, 40)
  const why = reasonLines(ui, agent)
  const { lines, step } = useThread(ui, id, why.length)
  const draft = useLive(() => '')
  const armed = useLive(() => false)
  const [round, renew] = useReducer((count: number) => count + 1, 0)
  const clear = (): void => {
    draft.set('')
    renew()
  }
  const tell = async (text: string): Promise<void> => {
    if (text.trim() === '') return
    clear()
    await sendOp(ui, { type: 'tell_agent', agentId: id, text }, ui.words.panels.agent.sent)
  }
  useKeys('Task', press =>
    agentKey(press, {
      ui,
      agent,
      step,
      armed,
      back: () => (draft.now() === '' ? close() : clear()),
    }),
  )
  const said = useUiState(state => state.toasts.at(-1))
  const { theme, width } = ui
  const rule = ui.look().plain ? '' : theme.paint('border', '─'.repeat(width))
  return (
    <Box flexDirection="column" width={width}>
      <Lines lines={[headLine(ui, agent), rule, ...lines, ...why, rule]} />
      <Box>
        <Text>{`${theme.paint('accent', '›')} `}</Text>
        <TextField
          key={round}
          placeholder={ui.words.panels.agent.message(name)}
          width={width - 4}
          onChange={draft.set}
          onSubmit={text => void tell(text)}
        />
      </Box>
      <Lines lines={[truncateAnsi(statusLine(ui, { agent, name, said, armed: armed.shown }), width)]} />
    </Box>
  )
}

const headLine = (ui: Ui, agent: AgentRow | undefined): string =>
  agent
    ? agentRowLine({ agent, depth: 0 }, { ...ui.look(), width: ui.width }, callTitle)
    : truncateAnsi(ui.theme.paint('warn', ui.words.panels.agent.gone), ui.width)

const MOST_REASON = 4

/** Why it failed or was stopped, where its words end. */
const reasonLines = ({ theme, words, width }: Ui, agent: AgentRow | undefined): readonly string[] => {
  const { status, reason, localized } = agent?.info ?? {}
  if (reason === undefined) return []
  const text = escapeProse(words.localize(localized ?? reason), 1_000)
  return wrapAnsi(theme.paint(status === 'failed' ? 'bad' : 'warn', text), width).slice(0, MOST_REASON)
}

const statusLine = (
  { theme, words, width, state }: Ui,
  at: {
    readonly agent: AgentRow | undefined
    readonly name: string
    readonly said: Toast | undefined
    readonly armed: boolean
  },
): string => {
  const told = words.panels.agent
  if (at.armed) return theme.paint('warn', told.stopAgain(at.name))
  if (at.said)
    return theme.paint(at.said.level === 'error' ? 'bad' : 'good', escapeProse(words.localize(at.said.text)))
  if (state().requests.some(({ agent }) => agent?.id === at.agent?.id))
    return theme.paint('warn', told.answerFirst)
  return statusKeys('', told.hint, { theme, width })
}

/** Its row: what events tell, or what the session says of one that ended before. */
const useAgent = (ui: Ui, id: string): AgentRow | undefined => {
  const live = useUiState(state => state.agents.find(agent => agent.id === id))
  const { answer, again } = useAnswer(() => ui.engine.query('runningAgents'))
  useEffect(() => {
    // Also how long it has been at work is told anew.
    const timer = setInterval(again, REFRESH_MS)
    return () => clearInterval(timer)
  }, [again])
  if (live) return live
  const info = answer.state === 'ready' ? answer.value.find(agent => agent.id === id) : undefined
  return info && agentRowOf(info)
}

const useThread = (ui: Ui, id: string, more: number) => {
  const { watchAgent } = useRef(ui).current
  useEffect(() => {
    watchAgent(id)
    return () => watchAgent(undefined)
  }, [id, watchAgent])
  const watched = useUiState(state => state.watched)
  const items = useMemo(
    () => (watched ? [...watched.transcript.done, ...watched.transcript.live] : NONE),
    [watched],
  )
  return useTranscriptModel(ui, items, Math.max(1, ui.size.rows - AROUND - more))
}

const NONE: readonly never[] = []
