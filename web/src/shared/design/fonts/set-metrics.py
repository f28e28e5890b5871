"""Writes the ascent and the descent into the font files of this folder, the last step of cutting them.

Anek's own (1.013 em and 0.6925 em) leave room for stacked marks and set text 0.16 em too high in a button. They are
written into the files because WebKit ignores `ascent-override`. docs/design-language.md has the steps before.
Needs fonttools and brotli: python3 set-metrics.py
"""

from pathlib import Path

from fontTools.ttLib import TTFont

ASCENT_EM = 1.04
DESCENT_EM = 0.44

for path in sorted(Path(__file__).parent.glob("*.woff2")):
    font = TTFont(path, recalcTimestamp=False)
    ascent = round(ASCENT_EM * font["head"].unitsPerEm)
    descent = round(DESCENT_EM * font["head"].unitsPerEm)
    hhea, os2 = font["hhea"], font["OS/2"]
    hhea.ascent, hhea.descent, hhea.lineGap = ascent, -descent, 0
    # USE_TYPO_METRICS is set in these files. The Windows metrics stay: they say where a program may clip.
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = ascent, -descent, 0
    font.save(path)
