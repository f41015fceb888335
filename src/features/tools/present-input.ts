export { presentInput as present } from '../../protocol/messages/presentation.ts'
