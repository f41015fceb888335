// What the package `capstan-sdk` offers.
export type { Engine } from '../protocol/engine.ts'
export type { Event } from '../protocol/event.ts'
export { HostError, type OpenRequest } from '../protocol/host.ts'
export type { Op } from '../protocol/op.ts'
export type {
  CanUseTool,
  ElicitationAnswer,
  ElicitationQuestion,
  HookCallback,
  HookCallbackMatcher,
  HookOutput,
  OnElicitation,
  PermissionQuestion,
  PermissionResult,
} from './callbacks.ts'
export { ControlError } from './control-line.ts'
export type { EffectiveSettings, LibraryHost, SettingsRequest } from './in-process.ts'
export type {
  SDKAssistantMessage,
  SDKMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
} from './messages.ts'
export { openHost, resolveSettings } from './open-host.ts'
export type {
  AgentDefinition,
  Options,
  SessionStore,
  StartedProgram,
  StartRequest,
  SystemPrompt,
} from './options.ts'
export { Query, query, startup, type WarmQuery } from './query.ts'
export type { SdkTool, Shape, ToolAnnotations, ToolAnswer, ToolExtra } from './sdk-tool.ts'
export type { ConnectableServer, McpServerConfig, SdkServerConfig, ServerTransport } from './servers.ts'
export {
  getSessionInfo,
  getSessionMessages,
  listSessions,
  type Page,
  renameSession,
  type SDKSessionInfo,
  type SessionLocation,
  type SessionMessage,
  tagSession,
} from './sessions.ts'
export { AbortError, CapstanProcessError } from './start-program.ts'
export { createSdkMcpServer, tool } from './tool.ts'
