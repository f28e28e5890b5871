import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { expect, test } from 'vitest'
import { composeFaults, containerFaults, dockerfileFaults } from '../check/container-files.ts'

const compose = readFileSync(join(checkoutFolder, 'docker-compose.yml'), 'utf8')
const dockerfile = readFileSync(join(checkoutFolder, 'Dockerfile'), 'utf8')

test('the files for containers are what an engine takes', () => {
  expect(containerFaults(checkoutFolder)).toEqual([])
})

test.each([
  ['a colon in a sentence without quotes', /- "(fetch.*)"/, '- $1'],
  ['a key that no service has', 'read_only: true', 'readonly: true'],
  ['a number for a name', 'image: postgres:18', 'image: 18'],
  ['a condition that is none', 'condition: service_healthy', 'condition: healthy'],
  ['a script that is not there', 'projections/main.ts', 'projections/start.ts'],
  ['a service that keeps the rights of root', '    cap_drop: [ALL]\n', ''],
  ['a service that may take all memory', '  mem_limit: 2g\n', ''],
  ['a service that may begin any number of processes', '    pids_limit: 512\n', ''],
])('docker-compose.yml with %s is found', (_, from, to) => {
  const changed = compose.replace(from, to)
  expect(changed).not.toBe(compose)
  expect(composeFaults(changed, checkoutFolder)).not.toEqual([])
})

test.each([
  ['an instruction that is none', 'USER node', 'USERS node'],
  ['a folder that is not there', 'COPY migrations migrations', 'COPY migration migrations'],
  ['a workspace left out', 'COPY database/package.json database/\n', ''],
])('a Dockerfile with %s is found', (_, from, to) => {
  const changed = dockerfile.replace(from, to)
  expect(changed).not.toBe(dockerfile)
  expect(dockerfileFaults(changed, checkoutFolder)).not.toEqual([])
})
