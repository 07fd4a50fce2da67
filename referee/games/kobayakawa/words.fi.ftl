# Kobayakawa

component-number = { $number }
component-kamon = kamon

phase-draw = Nosto tai vaihto
phase-keep = Kortin valinta
phase-fight = Taistelu tai passaus

## Siirrot ja mitä niissä kysytään

move-draw = Nosta kortti
move-replace = Vaihda Kobayakawa
move-keep = Pidä { $card }
    .card = Pidettävä kortti
move-fight = Taistele
move-pass = Passaa

## Mitä tapahtuu

event-dealt = Kierroksen { $round } aloittaa { $first_seat }; Kobayakawa on { $kobayakawa }
    .private = Kierroksen { $round } aloittaa { $first_seat }; Kobayakawa on { $kobayakawa } ja jaettu kortti { $own_card }
event-drew = { $seat } nosti kortin
    .private = { $seat } nosti kortin { $own_card }
event-kept = { $seat } piti kortin ja jätti näkyviin kortin { $discard }
    .private = { $seat } piti kortin { $own_card } ja jätti näkyviin kortin { $discard }
event-replaced = { $seat } vaihtoi Kobayakawan: nyt { $kobayakawa }, aiemmin { $covered }
event-fought =
    { $stake ->
        [one] { $seat } panostaa 1 kamonin ja taistelee
       *[other] { $seat } panostaa { $stake } kamonia ja taistelee
    }
event-passed = { $seat } passaa
event-round_over =
    { $fighters_n ->
        [0] Kukaan ei taistele: keskustan osuus poistuu pelistä
        [1] { $winner } taistelee yksin ja voittaa { $won } kamonia
       *[other] Kobayakawa on { $kobayakawa }, taistelijat { $fighters }: kierroksen voittaa { $winner }, voitto { $won } kamonia
    }
item-fighters = { $seat } { $total } (kortti { $card })
event-out = { $seat } putoaa pelistä: kamonit loppuivat

## Loppu

result-most_kamon =
    { $winners_n ->
        [1] Voittaja on { $winners }: eniten kamoneita, { $score }
       *[other] Voittajat ovat { $winners }: kullakin { $score } kamonia
    }
result-last_player = Voittaja on { $winners }: muilla ei ole enää kamoneita

option-first_seat = Aloittava paikka
    .about = Ensimmäisen kierroksen aloittava paikka; jos sitä ei valita, se arvotaan
