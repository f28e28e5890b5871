import { Encrypter } from 'age-encryption'
import { vi } from 'vitest'

/**
 * Makes the backups that this process writes cheap to encrypt and to open, in any process: their passphrase is
 * stretched with two rounds of scrypt. The product's 262,144 rounds take 3 s of CPU for each time that a file is
 * written or read.
 * @returns a function that ends this
 */
export function stretchPassphrasesLess(): () => void {
  const { setPassphrase } = Encrypter.prototype
  const spy = vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, given) {
    setPassphrase.call(this, given)
    this.setScryptWorkFactor(1)
  })
  return () => spy.mockRestore()
}
