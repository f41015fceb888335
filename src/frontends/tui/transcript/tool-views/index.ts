import type { Body } from '../../../../protocol/messages/presentation.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { View } from '../render-options.ts'
import { agentView } from './agent-view.ts'
import { contentView, matchesView } from './content-view.ts'
import { diffView } from './diff-view.ts'
import {
  foundView,
  listView,
  logView,
  messageView,
  saidView,
  serverView,
  tasksView,
  todosView,
} from './list-view.ts'
import { outputView } from './output-view.ts'
import { planView, questionsView } from './person-view.ts'
import { scriptView } from './script-view.ts'
import type { BodyOf, BodyView, TitleOf } from './tool-view.ts'
import { linksView, pageView } from './web-view.ts'

const BODY_VIEWS: { readonly [T in Body['type']]: BodyView<BodyOf<T>> } = {
  agent: agentView,
  content: contentView,
  diff: diffView,
  found: foundView,
  said: saidView,
  links: linksView,
  list: listView,
  log: logView,
  matches: matchesView,
  message: messageView,
  output: outputView,
  page: pageView,
  plan: planView,
  questions: questionsView,
  script: scriptView,
  server: serverView,
  tasks: tasksView,
  todos: todosView,
}

/** The view of a call, chosen by the body of its presentation. A body of a newer program has none. */
export interface CallView {
  facts(view: View): readonly string[]
  live?(view: View, titleOf: TitleOf): readonly Line[]
  result(view: View): readonly Line[] | undefined
  readonly showsFailure: boolean
}

export const callView = (item: ToolItem): CallView => {
  const body = item.presentation?.body
  const made = body && Object.hasOwn(BODY_VIEWS, body.type) ? (BODY_VIEWS[body.type] as BodyView) : {}
  const { facts, live, result, showsFailure = false } = made
  if (!body) return { facts: () => [], result: () => undefined, showsFailure }
  const call = { item, body }
  return {
    facts: view => facts?.(call, view) ?? [],
    ...(live ? { live: (view, titleOf) => live(call, view, titleOf) } : {}),
    result: view => result?.(call, view),
    showsFailure,
  }
}
