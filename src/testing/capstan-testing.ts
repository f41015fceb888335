// What `capstan-sdk/testing` offers.
export { parseScenario, ScenarioError } from '../features/models/scripted/parse-scenario.ts'
export type { Fault, ReplyMatcher, Scenario, ScriptedReply } from '../features/models/scripted/scenario.ts'
export { createScriptedModel, type ScriptedModel } from '../features/models/scripted/scripted-model.ts'
export { type ScenarioServer, serveScenario } from '../features/models/scripted/server.ts'
export { assertRequest, matchesRequest, type RequestMatch } from './match-requests.ts'
export { type Call, callsOf, textOf } from './read-entries.ts'
export {
  openTestSession,
  type TestSession,
  type TestSessionOptions,
  type TestTurn,
} from './test-session.ts'
