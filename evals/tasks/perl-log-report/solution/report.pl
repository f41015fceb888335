#!/usr/bin/perl
use strict;
use warnings;

my %count;
while (my $line = <STDIN>) {
  my ($hour, $level) = $line =~ /^\d{4}-\d\d-\d\dT(\d\d):\S+ (\S+)/ or next;
  $count{$hour}++ if $level eq 'ERROR';
}
print "$_ $count{$_}\n" for sort keys %count;
