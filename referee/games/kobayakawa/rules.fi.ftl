# Kobayakawan säännöt tunnuksittain; englanniksi ne ovat tiedostossa rules.md.

rule-KOB-1 = Pelaajia on kolmesta kuuteen.
rule-KOB-2 = Kortteja on viisitoista, numerot 1–15. Jokainen aloittaa 4 kamonilla; keskustassa on 8.
rule-KOB-3 = Joka kierrosta varten kaikki viisitoista korttia sekoitetaan; jokainen pelissä oleva saa yhden, yksi käännetään Kobayakawaksi ja loput ovat nostopakka.
rule-KOB-4 = Myötäpäivään aloituspaikasta jokainen pelaaja kerran joko nostaa (KOB-5) tai vaihtaa (KOB-6). Muuta ei voi tehdä, eikä kukaan saa passata.
rule-KOB-5 = Nostaja ottaa nostopakan päällimmäisen kortin, katsoo molemmat korttinsa ja pitää niistä kumman tahansa; toinen jää näkyviin hänen eteensä. Nostetun ja pidetyn kortin näkee vain hän itse.
rule-KOB-6 = Vaihtaja kääntää nostopakan päällimmäisen kortin, jota kukaan ei ole nähnyt, Kobayakawan päälle. Siitä lähtien se on Kobayakawa; sen alle jääneet kortit ovat yhä kaikkien tiedossa.
rule-KOB-7 = Kun kaikki ovat tehneet osansa, jokainen päättää myötäpäivään aloituspaikasta ja kaikkien nähden, taisteleeko hän ja panostaa 1 kamonin vai passaako hän eikä panosta mitään.
rule-KOB-8 = Vain taistelijat näyttävät korttinsa. Niistä pienimpään lisätään Kobayakawa; suurin summa voittaa.
rule-KOB-9 = Yhtä suurista summista voittaa se, jonka vuoro on kierroksen järjestyksessä aiemmin, aloituspaikasta laskien.
rule-KOB-10 = Yksin taisteleva voittaa eikä näytä mitään. Passannut ei koskaan näytä korttiaan.
rule-KOB-11 = Voittaja saa kaikki panostetut kamonit ja 1 keskustasta, ja seuraavan kierroksen aloituspaikka on hänen.
rule-KOB-12 = Jos kukaan ei taistele, voittajaa ei ole: keskustan maksettava kamon poistuu pelistä, aloituspaikka pysyy ja seuraava kierros jaetaan.
rule-KOB-13 = Pelaaja, jolla ei ole kamoneita kierroksen maksun jälkeen, on poissa pelistä: ei korttia, ei vuoroa. Viimeisensä panostanut voittaja jää peliin.
rule-KOB-14 = Kuuden kierroksen jälkeen keskustassa on 2, ja seitsemäs kierros on viimeinen. Silloin taistelu maksaa 2 kamonia, tai 1 sille, jolla on vain 1; kukaan enemmän omistava ei saa panostaa yhtä. Voittaja saa kaikki panokset ja nuo 2.
rule-KOB-15 = Viimeisen kierroksen jälkeen voittaa se, jolla on eniten kamoneita; yhtä monta omistavat voittavat yhdessä.
rule-KOB-16 = Heti kun vain yhdellä pelaajalla on kamoneita, ottelu päättyy ja hän voittaa.
