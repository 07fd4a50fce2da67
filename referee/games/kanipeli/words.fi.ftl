# Känipeli

## Juomat; `many` on niiden lukumäärä, `part` se, mitä juodaan tai pyydetään, `object` se, mitä nostetaan tai laitetaan

component-hwf = HWF
    .many =
        { $count ->
            [one] HWF:n
           *[other] { $count } HWF:ää
        }
    .part = HWF:ää
    .object = HWF:n
component-lappari = lappari
    .many =
        { $count ->
            [one] lapparin
           *[other] { $count } lapparia
        }
    .part = lapparia
    .object = lapparin
component-tuoppi = tuoppi
    .many =
        { $count ->
            [one] tuopin
           *[other] { $count } tuoppia
        }
    .part = tuoppia
    .object = tuopin
component-stoutti = stoutti
    .many =
        { $count ->
            [one] stoutin
           *[other] { $count } stouttia
        }
    .part = stouttia
    .object = stoutin
component-punkku = punkku
    .many =
        { $count ->
            [one] punkun
           *[other] { $count } punkkua
        }
    .part = punkkua
    .object = punkun
component-taskulammin = taskulämmin
    .many =
        { $count ->
            [one] taskulämpimän
           *[other] { $count } taskulämmintä
        }
    .part = taskulämmintä
    .object = taskulämpimän
component-kossu = kossu
    .many =
        { $count ->
            [one] kossun
           *[other] { $count } kossua
        }
    .part = kossua
    .object = kossun
component-minttukaakao = minttukaakao
    .many =
        { $count ->
            [one] minttukaakaon
           *[other] { $count } minttukaakaota
        }
    .part = minttukaakaota
    .object = minttukaakaon
component-gt = GT
    .many =
        { $count ->
            [one] GT:n
           *[other] { $count } GT:tä
        }
    .part = GT:tä
    .object = GT:n
component-jallu = jallu
    .many =
        { $count ->
            [one] jallun
           *[other] { $count } jallua
        }
    .part = jallua
    .object = jallun
component-hauki = hauki
    .many =
        { $count ->
            [one] hauen
           *[other] { $count } haukea
        }
    .part = haukea
    .object = hauen

phase-play = Korttien laitto pöytään
phase-draw = Korttien nosto
phase-trade = Kaupankäynti
phase-place = Korttien laittaminen pöytään
phase-refill = Korttien nosto käteen

## Siirrot ja mitä niissä kysytään

move-play = Laita päällimmäinen kortti kädestä pöytään
move-draw = Nosta kortti
    .pile = Pakka, josta nostetaan
move-offer =
    { $hand_n ->
        [0] { $drawn_n ->
            [0] Pyydä kortteja pelaajalta { $to }
           *[other] Tarjoa nostettuja kortteja pelaajalle { $to }
        }
       *[other] Tarjoa käsikortteja pelaajalle { $to }
    }
    .to = Kenelle tarjotaan
    .hand = Annettavat käsikortit, 0 on päällimmäinen
    .drawn = Annettavat nostetut kortit, ensimmäinen on 0
    .kani = Annettavat känit
    .want = Pyydettävät juomat
    .want_kani = Pyydettävät känit
move-accept =
    { $drawn_n ->
        [0] Hyväksy tarjous { $offer }
       *[other] Hyväksy tarjous { $offer } nostetuilla korteilla
    }
    .offer = Hyväksyttävä tarjous
    .hand = Annettavat käsikortit, 0 on päällimmäinen
    .drawn = Annettavat nostetut kortit, ensimmäinen on 0
move-decline = Hylkää tarjous
    .offer = Hylättävä tarjous
move-withdraw = Peru tarjous
    .offer = Peruttava tarjous
move-end_trading = Lopeta kaupankäynti
move-place = Laita pöytään { $card }
    .card = Pöytään laitettava juoma
move-drink = Juo { FORM($drink, form: "part") }
    .drink = Juotava juoma
move-buy_third_hand = Hommaa kolmas käsi kolmella känillä

## Mitä tapahtuu

event-played = { $seat } laittaa pöytään { FORM($card, form: "object") }
event-drew = { $seat } nostaa { FORM($card, form: "object") } pakasta { $pile }
offer-gives =
    { $give_n ->
        [0] { $kani ->
            [0] ei mitään
            [one] 1 käni
           *[other] { $kani } käniä
        }
       *[other] { $give }{ $kani ->
            [0] { "" }
            [one] {" "}ja lisäksi 1 käni
           *[other] {" "}ja lisäksi { $kani } käniä
        }
    }
offer-wants =
    { $want_n ->
        [0] { $want_kani ->
            [0] ei mitään
            [one] 1 käni
           *[other] { $want_kani } käniä
        }
       *[other] { $want }{ $want_kani ->
            [0] { "" }
            [one] {" "}ja lisäksi 1 käni
           *[other] {" "}ja lisäksi { $want_kani } käniä
        }
    }
event-offered =
    { $replaces ->
        [none] { $seat } tekee tarjouksen { $offer } pelaajalle { $to }: tarjolla { offer-gives }; vastineeksi { offer-wants }
       *[other] { $seat } tekee tarjouksen { $offer } pelaajalle { $to } tarjouksen { $replaces } tilalle: tarjolla { offer-gives }; vastineeksi { offer-wants }
    }
trade-got =
    { $got_n ->
        [0] { $got_kani ->
            [0] ei mitään
            [one] 1 käni
           *[other] { $got_kani } käniä
        }
       *[other] { $got }{ $got_kani ->
            [0] { "" }
            [one] {" "}ja lisäksi 1 käni
           *[other] {" "}ja lisäksi { $got_kani } käniä
        }
    }
trade-gave =
    { $gave_n ->
        [0] { $gave_kani ->
            [0] ei mitään
            [one] 1 käni
           *[other] { $gave_kani } käniä
        }
       *[other] { $gave }{ $gave_kani ->
            [0] { "" }
            [one] {" "}ja lisäksi 1 käni
           *[other] {" "}ja lisäksi { $gave_kani } käniä
        }
    }
event-traded = { $seat } hyväksyy tarjouksen { $offer }, jonka teki { $maker } (saatu: { trade-got }; annettu: { trade-gave })
event-declined = { $seat } hylkää tarjouksen { $offer }
event-withdrew = { $seat } peruu tarjouksen { $offer }
event-lapsed =
    { $offers_n ->
        [1] Tarjous { $offers } raukeaa
       *[other] Tarjoukset { $offers } raukeavat
    }
event-trading_ended = { $seat } lopettaa kaupankäynnin
event-placed = { $seat } laittaa pöytään { FORM($card, form: "object") }
event-refilled = { $seat } nostaa kortin käteen pakasta { $pile }
    .private = { $seat } nostaa käteen { FORM($own_card, form: "object") } pakasta { $pile }
event-turn = Vuorossa on { $seat }
event-drank =
    { $kani ->
        [0] { $seat } juo { FORM($drink, $cards, form: "many") } eikä saa yhtään käniä
        [one] { $seat } juo { FORM($drink, $cards, form: "many") } ja saa 1 känin
       *[other] { $seat } juo { FORM($drink, $cards, form: "many") } ja saa { $kani } käniä
    }
event-third_hand = { $seat } hommaa kolmannen käden ja menettää kolme käniä
event-reshuffled = Poistopakasta tehdään uudet pakat, kortteja { $piles } (sekoitus { $reshuffles })

## Loppu

result-most_kani =
    { $winners_n ->
        [1] Voittaja on { $winners }: eniten känejä, { $score }
       *[other] Voittajat ovat { $winners }: känejä kullakin { $score }
    }

option-first_seat = Aloittaja
    .about = Ensimmäisenä vuorossa oleva paikka; jos sitä ei valita, se arvotaan
option-reshuffles = Sekoitukset
    .about = Montako kertaa poistopakasta tehdään uudet pakat ennen ottelun loppua
