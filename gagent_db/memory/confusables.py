"""Letters that look like an ASCII letter, from Unicode TR39 `confusables.txt` plus common small capitals.

Only characters that NFKC normalisation leaves alone are listed; scripts whose letters cannot be
mistaken inside a Latin word are left out. Key: the ASCII letter. Value: its look-alikes.
"""

LOOKALIKES: dict[str, str] = {
    "a": "ɐɑΑαАаᎪᗅᴀꓮ",
    "b": "ƄʙΒβВЬвᏏᏴᑲᖯᗷꓐꞴ",
    "c": "ϲϹСсᏟᴄⲤⲥꓚꮯ𐐕𐐽",
    "d": "đԁᎠᏧᑯᗞᗪᴅꓒꓓ",
    "e": "ɛΕεЕеҽᎬᴇⴹꓰꬲ",
    "f": "ƒϜքᖴẝꓝꜰꞘꞙꬵ",
    "g": "ƍɡɢԌցᏀᏳᶃꓖ",
    "h": "ħʜΗНнһհᎻᏂᕼⲎꓧ",
    "i": "ΙІⲒıɩɪͺιіӏᎥιꙇꭵ",
    "j": "ͿϳЈјᎫᒍᴊꓙꞲ",
    "k": "ΚκКкᏦᴋⲔꓗ",
    "l": "łƖǀʟӀᏞᒪⳐⵏꓡꓲ𐐛",
    "m": "ΜϺМмᎷᗰᴍⲘꓟ",
    "n": "ɴΝηпոռⲚꓠ",
    "o": "øΟοσОоөՕօᴏᴑⲞⲟⵔꓳꬽ𐐄𐐬",
    "p": "ΡρϱРрᏢᑭᴘⲢⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ƦʀгяᎡᏒᖇᴦⲅꓣꭇꭈꮁ",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐐠𐑈",
    "t": "ŧΤτТтᎢᴛⲦꓔ",
    "u": "ʋυՍսᑌᴜꓴꞟꭎꭒ",
    "v": "νѴѵᏙᐯᴠⴸꓦꮩ",
    "w": "ɯωѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧχХхᕁᕽⲬⵝꓫꞳ",
    "y": "ɣʏΥγϒУуҮүᎩᎽᶌỿⲨꓬꭚ",
    "z": "ΖᏃᴢꓜꮓ",
}

CONFUSABLES: dict[str, str] = {look: letter for letter, looks in LOOKALIKES.items() for look in looks}
