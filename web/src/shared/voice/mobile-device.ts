const MOBILE_AGENT = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i

/** §4, §9: tells a mobile user-agent, or a viewport up to 768x1024. There the microphone works by holding a button. */
export function isMobileDevice(): boolean {
  return MOBILE_AGENT.test(navigator.userAgent) || (window.innerWidth <= 768 && window.innerHeight <= 1024)
}
