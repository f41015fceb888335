// What the package `capstan-sdk` offers.
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
export type {
  SDKAssistantMessage,
  SDKMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
} from './messages.ts'
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
export { AbortError, CapstanProcessError } from './start-program.ts'
export { createSdkMcpServer, tool } from './tool.ts'
