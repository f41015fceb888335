import { Text } from 'ink'
import { type ReactNode, useEffect, useState } from 'react'
import type { ServerInfo } from '../../../../protocol/extensions/server.ts'
import type { ServerAction } from '../../../../protocol/op.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { actionsFor, serverLines, serverOptions } from './server-options.ts'

const REFRESH_MS = 1_000

/** MCP servers, how they are, and what can be done to each. */
export const McpPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.servers
  const [name, setName] = useState<string>()
  const { answer, again } = useAnswer(() => ui.engine.query('servers'))
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS)
    return () => clearInterval(timer)
  }, [again])
  const shown = answer.state === 'ready' ? answer.value.find(server => server.name === name) : undefined
  if (shown) return <ServerDetails server={shown} again={again} back={() => setName(undefined)} />
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {servers => (
          <SelectList
            options={serverOptions(servers, words, ui.words.localize)}
            empty={words.nothing}
            rows={panelRows(ui)}
            onChoose={server => setName(server.name)}
            onCancel={close}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

const ServerDetails = ({
  server,
  again,
  back,
}: {
  readonly server: ServerInfo
  again(): void
  back(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.servers
  const act = async (action: ServerAction): Promise<void> => {
    if (action === 'sign_in') ui.toast(words.working, 'good')
    await sendOp(ui, { type: 'server', name: server.name, action }, words.done)
    again()
  }
  const options = numbered<ServerAction | undefined>([
    ...actionsFor(server).map(action => ({ value: action, label: words.actions[action] })),
    { value: undefined, label: words.back },
  ])
  return (
    <DialogFrame title={`${words.title} · ${server.name}`} hints={words.backHint}>
      {serverLines(server, words, ui.words.localize).map(line => (
        // What to do about a problem is at its end.
        <Text key={line} wrap={line.startsWith(`${words.problem}: `) ? 'wrap' : 'truncate-end'}>
          {line}
        </Text>
      ))}
      <SelectList
        options={options}
        rows={options.length}
        onChoose={action => (action === undefined ? back() : void act(action))}
        onCancel={back}
      />
    </DialogFrame>
  )
}
