import type { ReactNode } from 'react'
import type { LocalServer, SignInChoice, SignInWay } from '../../ports/onboarding-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { type Deps, stepFor, stepOf, takeServer } from './onboarding-deps.ts'

export const ModelList = ({
  server,
  deps,
}: {
  readonly server: LocalServer
  readonly deps: Deps
}): ReactNode => {
  const ui = useUi()
  const { step, attempt } = deps
  return (
    <SelectList
      filter
      options={server.models.map(model => ({ value: model, label: safeLine(model) }))}
      rows={panelRows(ui, 3)}
      onChoose={model => attempt({ at: 'model', server }, takeServer(server, model, deps))}
      onCancel={() => step.set({ at: 'ways' })}
    />
  )
}

export const ProviderList = ({ deps }: { readonly deps: Deps }): ReactNode => {
  const ui = useUi()
  const { step, onboarding } = deps
  const options = onboarding.choices().map(choice => {
    const { keysAt } = choice
    return {
      value: choice,
      label: safeLine(choice.title),
      also: choice.name,
      ...(keysAt === undefined ? {} : { detail: keysAt }),
    }
  })
  return (
    <SelectList
      filter
      options={options}
      rows={panelRows(ui, 3)}
      onChoose={choice => step.set(stepFor(choice))}
      onCancel={() => step.set({ at: 'ways' })}
    />
  )
}

export const HowList = ({
  provider,
  deps,
}: {
  readonly provider: SignInChoice
  readonly deps: Deps
}): ReactNode => {
  const ui = useUi()
  const { step, words } = deps
  const labels: Readonly<Record<SignInWay, string>> = {
    browser: words.browserWay,
    device: words.deviceWay,
    key: words.plainKeyWay,
  }
  return (
    <SelectList
      options={numbered(provider.ways.map(way => ({ value: way, label: labels[way] })))}
      rows={panelRows(ui, 2)}
      onChoose={way => step.set(stepOf(provider, way))}
      onCancel={() => step.set({ at: 'ways' })}
    />
  )
}
