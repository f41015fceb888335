-- Drives `capstan acp` by agentic.nvim with a file open: says what the person says, presses their key in the chat, and
-- prints the chat and what was notified.
vim.opt.rtp:prepend(vim.env.AGENTIC)
local say = function(...) io.stdout:write(table.concat({ ... }, ' '), '\n') end
local notify = vim.notify
vim.notify = function(text, ...)
  say('notified', (tostring(text):gsub('\n', ' ')))
  return notify(text, ...)
end
-- Where the plugin writes its log.
vim.fn.mkdir(vim.fn.stdpath('cache'), 'p')
local agentic = require('agentic')
agentic.setup({
  provider = 'capstan',
  acp_providers = {
    capstan = { command = vim.env.CAPSTAN, args = { 'acp' }, env = vim.json.decode(vim.env.AGENT_ENV) },
  },
})
local lines = function(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end
local buffers = {}
local find = function()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do buffers[vim.bo[buffer].filetype] = buffer end
end
local await = function(what, holds)
  if vim.wait(60000, holds, 20) then return end
  find()
  say('never', what, buffers.AgenticChat and lines(buffers.AgenticChat) or '')
  vim.cmd('cquit')
end
local press = function(buffer, key)
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(buffer, 'n')) do
    if map.lhs == key and map.callback then
      map.callback()
      return true
    end
  end
  return false
end
vim.cmd('edit a.txt')
agentic.open()
find()
local chat = buffers.AgenticChat
local told = function(text) return function() return lines(chat):find(text, 1, true) ~= nil end end
await('welcome', told('# Agentic - capstan - '))
local turn = function(text, keys, done)
  vim.api.nvim_buf_set_lines(buffers.AgenticInput, 0, -1, false, { text })
  press(buffers.AgenticInput, '<C-S>')
  for _, key in ipairs(keys) do
    await('key ' .. key, function() return press(chat, key) end)
  end
  await(done, told(done))
end
turn('change it', { '1' }, 'first is done')
turn('write new ones', { '2' }, 'second is done')
say('chat', lines(chat))
vim.cmd('qall!')
