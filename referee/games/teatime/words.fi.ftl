# Kmakici Family's Greatest Teatime

component-kmakici = Kmakici
component-kintaro = Kintaro
component-kapa = Ka-pa
component-sakana = Sakana
component-usagi-1 = Usagi 1
component-usagi-2 = Usagi 2
component-usagi-3 = Usagi 3
component-joined = { $first } & { $others }
component-ufo = ufo
    .with = ufolla
component-sweet = makea { $number }
component-chip =
    { $steaks ->
        [one] { $back } ja 1 pihvi
       *[other] { $back } ja { $steaks } pihviä
    }

phase-play = Korttien pelaaminen tai passaus

## Siirrot ja mitä niissä kysytään

move-play = Pelaa ystäväkortti: { $card }
    .card = Pelattava ystäväkortti
move-ufo = Peitä kortti { component-ufo.with }
    .on = Peitettävä kortti
move-end_turn = Lopeta vuoro
move-pass = Passaa ja ota pihvit

## Mitä tapahtuu

event-turn_began =
    { $may_pass ->
        [yes] Vuorossa on { $seat }
       *[no] Vuorossa on { $seat }: ystäväkortti on pelattava
    }
event-reshuffled = Poistopakka sekoitetaan uudeksi nostopakaksi, kortteja { $deck }
event-drew = { $seat } nosti kortin
    .private = { $seat } nosti kortin { $own_card }
event-played = { $seat } pelasi kortin { $card }
event-covered = { $seat } peitti { component-ufo.with } kortin { $card }
event-completed =
    { $path ->
        [0] Koossa! { $seat } ottaa polun viimeisen laatan: { $sweet }
       *[other] Koossa! { $seat } ottaa polun ensimmäisen laatan: { $sweet }
    }
event-passed =
    { $forced ->
        [yes] { $seat } ei voi pelata ystäväkorttia ja ottaa ensimmäisen laatan: { $steaks ->
            [one] 1 pihvi
           *[other] { $steaks } pihviä
        }
       *[no] { $seat } passaa ja ottaa ensimmäisen laatan: { $steaks ->
            [one] 1 pihvi
           *[other] { $steaks } pihviä
        }
    }
event-cleared = Pöytä tyhjennetään; sama pelaaja jatkaa
event-ended_turn = { $seat } lopettaa vuoron

## Loppu

result-four_sweets = { $winners } keräsi neljä eri makeaa ja voittaa: kaikkien aikojen teehetki
result-fewest_steaks =
    { $winners_n ->
        [1] Polku on lopussa, ja voittaja on { $winners }: vähiten pihvejä, { $score }
       *[other] Polku on lopussa, ja voittajat ovat { $winners }: kullakin { $score ->
            [one] 1 pihvi
           *[other] { $score } pihviä
        }
    }

option-first_seat = Aloittaja
    .about = Aloittava paikka; jos sitä ei valita, se arvotaan
option-components = Osaluettelo
    .about = Kortit ja laatat, joilla pelataan tavallisten sijasta
