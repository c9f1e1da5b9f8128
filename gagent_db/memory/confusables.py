"""Letters that look like an ASCII letter, from Unicode TR39 `confusables.txt` plus common small capitals.

Only characters that NFKC normalisation leaves alone are listed; scripts whose letters cannot be
mistaken inside a Latin word are left out. Key: the ASCII letter. Value: its look-alikes.
"""

LOOKALIKES: dict[str, str] = {
    "a": "ɐɑΑαАаᎪᗅᴀꓮ",
    "b": "ƄʙΒβВЬвᏏᏴᑲᖯᗷꓐꞴ",
    "c": "ɔϲϹСсᏟᴄⲤⲥꓚꮯ𐐕𐐽",
    "d": "đԁᎠᏧᑯᗞᗪᴅꓒꓓ",
    "e": "ǝɛΕεЕеҽᎬᴇⴹꓰꬲ",
    "f": "ƒϜքᖴẝꓝꜰꞘꞙꬵ",
    "g": "ƃƍɡɢԌցᏀᏳᶃꓖ",
    "h": "ħɥʜΗНнһհᎻᏂᕼⲎꓧ",
    "i": "ᴉΙІⲒıɩɪͺιіӏᎥιꙇꭵ",
    "j": "ͿϳЈјᎫᒍᴊꓙꞲ",
    "k": "ʞΚκКкᏦᴋⲔꓗ",
    "l": "łƖǀʟӀᏞᒪⳐⵏꓡꓲ𐐛",
    "m": "ΜϺМмᎷᗰᴍⲘꓟ",
    "n": "ɴΝηпոռⲚꓠ",
    "o": "øΟοσОоөՕօᴏᴑⲞⲟⵔꓳꬽ𐐄𐐬",
    "p": "ΡρϱРрᏢᑭᴘⲢⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ƦɹʀгяᎡᏒᖇᴦⲅꓣꭇꭈꮁ",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐐠𐑈",
    "t": "ʇŧΤτТтᎢᴛⲦꓔ",
    "u": "ʋυՍսᑌᴜꓴꞟꭎꭒ",
    "v": "ʌνѴѵᏙᐯᴠⴸꓦꮩ",
    "w": "ɯωѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧχХхᕁᕽⲬⵝꓫꞳ",
    "y": "ʎɣʏΥγϒУуҮүᎩᎽᶌỿⲨꓬꭚ",
    "z": "ΖᏃᴢꓜꮓ",
}

CONFUSABLES: dict[str, str] = {look: letter for letter, looks in LOOKALIKES.items() for look in looks}
